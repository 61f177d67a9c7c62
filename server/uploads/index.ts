export { type PostedForm, readPostedForm } from './posted-form.ts'
export { uploadRoutes, uploadsApi } from './routes.ts'
export { attachUploads, endUploads, fileLinks, openUploads, type Uploads } from './uploads.ts'
