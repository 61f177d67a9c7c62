// `npm run dev`: the server, restarted when the code of this repository has changed.
import { join } from 'node:path'
import { watchFolders } from '#engine/node'
import { codeIn, keepRestarting } from './terminal/restarts.ts'

const root = join(import.meta.dirname, '..')
const folders = ['engine', 'server', 'schemas', 'web'].map((folder) => join(root, folder))
const isCode = (path: string) =>
  /\.(ts|tsx|css|svg|json)$/.test(path) && !/[/\\](dist|e2e)[/\\]|\.(test|spec)\.tsx?$/.test(path)

process.chdir(root)
keepRestarting({
  code: () => codeIn(folders, isCode),
  watch: (onChange) => watchFolders(folders, onChange),
  build: [join(root, 'web/build.ts')],
  start: [join(root, 'server/main.ts')],
})
