export { canonical, judgesAt, versionOn } from './judged.ts'
export { answersSchemaRoutes, submissionRoutes, submissionsApi } from './routes.ts'
export { openSubmissions, type Submissions } from './submissions.ts'
export { suspicionOf } from './suspicion.ts'
