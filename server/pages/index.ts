export { errorPages, framedAt } from './error-pages.ts'
export { type Body, quickBody, sendBody } from './page-cache.ts'
export { brandRoutes, formFileRoutes, pages, type SectionPost, warm } from './pages.ts'
export { type Drawings, loadRenderer, type Renderer, type ShareParts, webBuild } from './renderer.ts'
