// Ends with 0 when the server of this container or machine can store leads.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
