export {
  addressIn,
  type Previewed,
  previewPath,
  previewRoutes,
  previewTime,
  type Sight,
  type SightOf,
  sightOf,
  unseen,
} from './previews.ts'
