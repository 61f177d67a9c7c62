export {
  addressIn,
  type PreviewAccess,
  type Previewed,
  previewAccessOf,
  previewPath,
  previewRoutes,
  previewTime,
  type SightOf,
  unseen,
} from './previews.ts'
