import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

/** What somebody would write who needs just this page: one state, one controlled input for each field. */
const source = (fields: number) => `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const names = Array.from({ length: ${fields} }, (_, index) => 'f' + index)

function App() {
  const [values, setValues] = useState({})
  return (
    <form>
      {names.map((name) => (
        <p key={name}>
          <label htmlFor={name}>Field {name}</label>
          <input
            id={name}
            name={'root[' + name + ']'}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </p>
      ))}
    </form>
  )
}

createRoot(document.getElementById('root')).render(<App />)
`

/** The page as one HTML text, built as ours is. */
export async function handWritten(fields: number): Promise<string> {
  // Below node_modules, so that React is found.
  const cache = join(import.meta.dirname, '../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-'))
  try {
    const entry = join(folder, 'entry.jsx')
    await writeFile(entry, source(fields))
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', development: false } },
      build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
    })
    const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
    return `<!doctype html><title>By hand</title><div id="root"></div><script>${output[0].code}</script>`
  } finally {
    await rm(folder, { recursive: true })
  }
}
