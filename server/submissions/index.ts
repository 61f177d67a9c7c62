export { type FormOpenings, openOpenings } from './openings.ts'
export { answersSchemaRoutes, submissionRoutes, submissionsApi } from './routes.ts'
export {
  canonical,
  judgesAt,
  openSubmissions,
  type Submissions,
  suspicionOf,
  unscanned,
  versionOn,
} from './submissions.ts'
