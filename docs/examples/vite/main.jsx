import 'leadwright/react/style.css'
import { LeadForm } from 'leadwright/react'
import { createRoot } from 'react-dom/client'
import callback from './callback.en.json'

const send = (submission, key) =>
  fetch('/api/v1/submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(submission),
  })

createRoot(document.getElementById('root')).render(
  <LeadForm id="callback" definition={callback} locale="en" onSubmit={send} />,
)
