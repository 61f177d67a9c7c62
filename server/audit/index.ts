export {
  type Audit,
  type AuditEntry,
  type Deed,
  endAudit,
  listAudit,
  openAudit,
  verifyAudit,
} from './audit.ts'
