import './style.css'

export { LeadForm, type LeadFormProps, type LeadFormState, LeadFormStep, useLeadForm } from './LeadForm.tsx'
