export {
  addressIn,
  type PreviewAccess,
  type PreviewAccessOf,
  type Previewed,
  previewAccessOf,
  previewPath,
  previewRoutes,
  previewTime,
  unseen,
} from './previews.ts'
