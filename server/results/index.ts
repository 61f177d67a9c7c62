export { openResultPages, type ResultPages, type ResultsPlace } from './results.ts'
export { chosenOffer, type ResultStreams, resultRoutes } from './routes.ts'
