export { readPostedForm, uploadRoutes, uploadsApi } from './routes.ts'
export { attachUploads, endUploads, fileLinks, openUploads, type Uploads } from './uploads.ts'
