export {
  addressIn,
  type PreviewAccess,
  type PreviewAccessOf,
  type Previewed,
  previewAccessOf,
  previewPass,
  previewPath,
  previewRoutes,
  previewTime,
  unseen,
} from './previews.ts'
