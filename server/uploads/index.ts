export { readPostedForm, uploadRoutes, uploadsApi } from './routes.ts'
export { attachUploads, endUploads, openUploads, sentFile, type Uploads } from './uploads.ts'
