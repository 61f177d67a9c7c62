export { type Previewed, previewPath, previewTime } from './preview-pass.ts'
export { addressIn, previewRoutes, type Sight, type SightOf, sightOf, unseen } from './previews.ts'
