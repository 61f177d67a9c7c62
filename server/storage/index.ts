export { inTime, storageMetrics, withDeadline } from './batcher.ts'
export { openStorage, sqliteFile } from './open.ts'
export { copyToPostgres } from './operations/copy.ts'
export { backupSqlite, compactSqlite } from './operations/sqlite-backup.ts'
export { type Restored, restoreSqlite } from './operations/sqlite-restore.ts'
export { openPostgres } from './postgres/postgres.ts'
export { skipLocked } from './postgres/postgres-connection.ts'
export { type KeyedHash, keepSetting, openSecretKey, setting, settingKept } from './settings.ts'
export { compile, queries, rowInsert } from './sql.ts'
export { openSqlite } from './sqlite/sqlite.ts'
export {
  erasing,
  OutcomeUnknown,
  type Row,
  type Statement,
  StatementFailed,
  type Storage,
  type StorageOpened,
  StorageUnavailable,
} from './storage.ts'
