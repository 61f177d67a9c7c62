'use client'
import { LeadForm } from 'leadwright/react'
import callback from './callback.json'

const send = (submission, key) =>
  fetch('/api/v1/submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(submission),
  })

export default function Page() {
  return <LeadForm id="callback" definition={callback} locale="en" onSubmit={send} />
}
