import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const root = join(import.meta.dirname, '..')

/** What the package exports to other programs, by the name that they import. */
export const publicEntries: Readonly<Record<string, string>> = {
  config: 'server/extensions/define.ts',
  form: 'engine/form/standalone/index.ts',
  react: 'web/lead-form/index.ts',
  testing: 'server/extensions/try.ts',
}

/** An entry of the package as other programs see it. */
export interface PublicApi {
  /** All that it declares, in one file. */
  declarations: string
  /** Its signatures, which a review compares. */
  report: string
  /** What it exports, in the order of the declarations. */
  exports: readonly PublicExport[]
}

interface PublicExport {
  name: string
  /** Without its docstring. */
  signature: string
  about: string
}

/** Reads the declarations of an entry. It takes some seconds. */
export function publicApi(name: string): PublicApi {
  // Below node_modules all would be taken for other packages.
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-api-'))
  try {
    return read(folder, publicEntries[name] ?? '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(folder: string, entry: string): PublicApi {
  // What declarations name of other packages, such as React.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const json = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value))
  const emitted = { declaration: true, emitDeclarationOnly: true, noCheck: true, composite: false, rootDir: root }
  json('emit.json', {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { ...emitted, jsx: 'react-jsx', types: [], outDir: folder },
    files: [join(root, entry)],
  })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', join(folder, 'emit.json')], { stdio: 'inherit' })
  for (const file of globSync('{engine,schemas,server,tools,web}/**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/(from '|import\(")([^'"]+)\.tsx?(?=['"])/g, '$1$2.js'))
  }
  const { name, version, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const compiled = Object.entries<string>(imports).map(([key, file]) => [key, file.replace(/\.tsx?$/, '.js')])
  json('package.json', { name, version, type: 'module', imports: Object.fromEntries(compiled) })
  const nodenext = { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'] }
  const declared = entry.replace(/\.tsx?$/, '.d.ts')
  json('tsconfig.json', { compilerOptions: { ...nodenext, types: [], skipLibCheck: true }, files: [declared] })
  const none = { default: { logLevel: ExtractorLogLevel.None } }
  const extractorConfig = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, declared),
      compiler: { tsconfigFilePath: join(folder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: 'report.api.md',
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        includeForgottenExports: true,
      },
      docModel: { enabled: true, apiJsonFilePath: join(folder, 'model.json') },
      dtsRollup: { enabled: true, untrimmedFilePath: join(folder, 'rollup.d.ts') },
      newlineKind: 'lf',
      messages: { extractorMessageReporting: none, tsdocMessageReporting: none, compilerMessageReporting: none },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  })
  Extractor.invoke(extractorConfig, {
    localBuild: true,
    messageCallback(message) {
      message.handled = true
    },
  })
  const model: { members: [{ members: readonly ApiItem[] }] } = JSON.parse(
    readFileSync(join(folder, 'model.json'), 'utf8'),
  )
  return {
    declarations: readFileSync(join(folder, 'rollup.d.ts'), 'utf8'),
    report: /```ts\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'report.api.md'), 'utf8'))?.[1]?.trim() ?? '',
    exports: model.members[0].members.map(told),
  }
}

/** Something exported, as API Extractor's model has it. */
interface ApiItem {
  name: string
  docComment: string
  excerptTokens: readonly { text: string }[]
  members?: readonly ApiItem[]
}

function told({ name, docComment, excerptTokens, members = [] }: ApiItem): PublicExport {
  const text = (tokens: ApiItem['excerptTokens']) => tokens.map((token) => token.text).join('')
  const inner = members.map((member) => `  ${text(member.excerptTokens)}`)
  const own = text(excerptTokens).trim()
  const about = docComment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .filter((line) => !/^@public/.test(line))
    .join('\n')
    .replace(/@param (\w+) - /g, '`$1`: ')
    .trim()
  return { name, about, signature: inner.length > 0 ? [`${own} {`, ...inner, '}'].join('\n') : own }
}
