import type { Command } from 'commander'
import { type Config, readConfig } from '#server/config'
import { restoreLeads } from '#server/privacy'
import { backupSqlite, compactSqlite, copyToPostgres, sqliteFile } from '#server/storage'
import { fail, misused } from '../terminal/print-lines.ts'
import { showProgress } from '../terminal/progress.ts'

export function storageCommands(storage: Command): void {
  storage
    .command('copy')
    .description(
      'Copies the SQLite database in DATA_DIR, while no server runs on it, to the empty PostgreSQL database in ' +
        'DATABASE_URL: all of it, or nothing when it is broken off.',
    )
    .option('--json', 'one object a line', false)
    .action(copy)
  storage
    .command('backup')
    .description('Writes the SQLite database in DATA_DIR to a file, as it is at one moment; the server may run.')
    .argument('<file>')
    .action(async (file: string) => {
      const config = onSqlite()
      if (config === null) return
      const progress = showProgress()
      const refusal = await backupSqlite(sqliteFile(config.dataDir), file, (share) =>
        progress.share('writing the backup', share),
      )
      progress.end()
      if (refusal !== null) return fail(refusal)
      console.log(`The backup is ${file}. It holds personal data.`)
    })
  storage
    .command('compact')
    .description(
      'Writes the SQLite database in DATA_DIR anew, without what was erased. The server may run: it answers 503 for as ' +
        'long as that takes, some seconds a gigabyte.',
    )
    .action(compact)
  storage
    .command('restore')
    .description(
      'Puts a backup in the place of the SQLite database in DATA_DIR. The server may run: it answers 503 for as long as ' +
        'that takes. What the database held before is kept in a file beside it.',
    )
    .argument('<file>')
    .option('--yes', 'leads that came since the backup go out of use (they are in the file that is kept)', false)
    .action(async (file: string, { yes }: { yes: boolean }) => {
      const config = onSqlite()
      if (config === null) return
      if (!yes) return misused('Leads that came since the backup go out of use. Add --yes if that is meant.')
      const progress = showProgress()
      const restored = await restoreLeads(file, config, new Date(), progress.show)
      progress.end()
      if (!restored.ok) return fail(restored.reason)
      console.log(restored.kept === null ? 'Restored.' : `Restored. What was there before is in ${restored.kept}.`)
    })
}

function compact(): void {
  const config = onSqlite()
  if (config === null) return
  const refusal = compactSqlite(sqliteFile(config.dataDir))
  if (refusal !== null) fail(refusal)
  else console.log('Done. The database holds what its rows hold, and nothing else.')
}

function onSqlite(): Config | null {
  const read = readConfig()
  if (!read.ok) fail(read.problems.join('\n'))
  else if (read.config.databaseUrl !== null) fail('The leads are in PostgreSQL: use pg_dump and pg_restore.')
  else return read.config
  return null
}

async function copy({ json }: { json: boolean }): Promise<void> {
  const read = readConfig()
  if (!read.ok) return fail(read.problems.join('\n'))
  const { databaseUrl, dataDir } = read.config
  if (databaseUrl === null) return misused('Set DATABASE_URL to the PostgreSQL database to copy to.')
  const progress = showProgress({ isQuiet: json })
  const copied = await copyToPostgres(sqliteFile(dataDir), databaseUrl, (rows, of) =>
    progress.share('copying', rows / of),
  )
  progress.end()
  if (!copied.ok) return fail(copied.reason)
  for (const each of copied.tables)
    console.log(json ? JSON.stringify(each) : `${each.table.padEnd(20)} ${each.rows} rows`)
  if (!json)
    console.log('All of it is in PostgreSQL, compared row by row. Start the server with DATABASE_URL set from now on.')
}
