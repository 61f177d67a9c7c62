export { demoPartners } from './demo-partners.ts'
