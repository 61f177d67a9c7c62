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
      'Copy the SQLite database in DATA_DIR to the empty PostgreSQL database in DATABASE_URL. Stop the server ' +
        'first. An interrupted copy leaves the target empty.',
    )
    .option('--json', 'print one JSON object per line', false)
    .action(copy)
  storage
    .command('backup')
    .description('Back up the SQLite database in DATA_DIR to a file as a consistent snapshot. The server may run.')
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
      'Rewrite the SQLite database in DATA_DIR without erased data. The server may run: meanwhile it responds with ' +
        '503, for some seconds per gigabyte.',
    )
    .action(compact)
  storage
    .command('restore')
    .description(
      'Replace the SQLite database in DATA_DIR with a backup. The server may run: meanwhile it responds with 503. ' +
        'The previous database is stored in a file next to it.',
    )
    .argument('<file>')
    .option('--yes', 'confirm that leads newer than the backup are removed (they stay in the stored file)', false)
    .action(async (file: string, { yes }: { yes: boolean }) => {
      const config = onSqlite()
      if (config === null) return
      if (!yes) return misused('Leads newer than the backup would be removed. Add --yes to confirm.')
      const progress = showProgress()
      const restored = await restoreLeads(file, config, new Date(), progress.show)
      progress.end()
      if (!restored.ok) return fail(restored.reason)
      console.log(restored.kept === null ? 'Restored.' : `Restored. The previous database is in ${restored.kept}.`)
    })
}

function compact(): void {
  const config = onSqlite()
  if (config === null) return
  const refusal = compactSqlite(sqliteFile(config.dataDir))
  if (refusal !== null) fail(refusal)
  else console.log('Done. The database no longer contains erased data.')
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
    console.log('All data is in PostgreSQL, compared row by row. Start the server with DATABASE_URL set from now on.')
}
