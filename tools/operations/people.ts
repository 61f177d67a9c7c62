import type { Command } from 'commander'
import { listAudit, verifyAudit } from '#server/audit'
import { consoleUrl } from '#server/console'
import { openPeople, type People, type Role, roles } from '#server/people'
import { openSecretKey, type Storage } from '#server/storage'
import { fail, misused } from '../terminal/print-lines.ts'
import { auditOn, onStorage, userOfSystem } from '../terminal/storage.ts'

async function peopleOn(storage: Storage, secretKey: string | null): Promise<People> {
  return openPeople(storage, await auditOn(storage, secretKey), Date.now)
}

const collect = (role: string, others: readonly string[]) => [...others, role]

export function peopleCommand(people: Command): void {
  people
    .command('invite')
    .description('Print a link with which a person creates a passkey for the console, once, within three days.')
    .argument('<email>', 'the address of the person; it identifies them')
    .requiredOption('--role <role>', `${roles.join(', ')}; repeat it for several`, collect, [])
    .action((email: string, { role: held }: { role: string[] }) => {
      const unknown = held.find((role) => !roles.some((each) => each === role))
      if (unknown !== undefined) return misused(`There is no role "${unknown}". Roles: ${roles.join(', ')}.`)
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) return misused(`"${email}" is not an email address.`)
      return onStorage(async (storage, config) => {
        const url = consoleUrl(config, config.port)
        if (url === null) return fail('There is no console. Set CONSOLE_ORIGIN, here and where the server runs.')
        const token = await (await peopleOn(storage, config.secretKey)).invite(email, held as Role[], userOfSystem())
        console.log(`${url}/join#${token}`)
      })
    })
  people
    .command('list')
    .description('List the people who can sign in to the console.')
    .option('--json', 'print one JSON object per line', false)
    .action(({ json }: { json: boolean }) =>
      onStorage(async (storage, { secretKey }) => {
        const all = await (await peopleOn(storage, secretKey)).list()
        if (all.length === 0) console.error('There is nobody. Invite somebody with `leadwright people invite`.')
        for (const person of all)
          console.log(
            json
              ? JSON.stringify(person)
              : [person.id, person.email, person.roles.join(','), person.issuer || 'passkey'].join('  '),
          )
      }),
    )
  people
    .command('remove')
    .description('Remove a person: erase who they are, and end their passkeys and sessions.')
    .argument('<id>', 'the id from `people list`')
    .action((id: string) =>
      onStorage(async (storage, { secretKey }) => {
        if (await (await peopleOn(storage, secretKey)).remove(id, userOfSystem())) console.log(`${id} is removed.`)
        else fail(`There is no person ${id}.`)
      }),
    )
}

export function auditCommand(audit: Command): void {
  audit
    .command('list')
    .description('List entries, newest first, one JSON object per line.')
    .option('--limit <number>', 'the maximum number of results', '20')
    .option('--before <number>', 'only those before this entry, to get the next page')
    .action(({ limit, before }: { limit: string; before?: string }) => {
      const [most, from] = [Number(limit), before === undefined ? null : Number(before)]
      if (![most, from ?? 1].every((number) => Number.isInteger(number) && number > 0))
        return misused('--limit and --before must be whole numbers above 0.')
      return onStorage(async (storage) => {
        const entries = await listAudit(storage, { limit: most, ...(from !== null && { before: from }) })
        for (const entry of entries) console.log(JSON.stringify(entry))
      })
    })
  audit
    .command('verify')
    .description('Verify that no entry was altered, removed or inserted. Exit with 1 if one was.')
    .option('--head <head>', 'what an earlier run printed as the newest entry: it must still be there')
    .action(({ head }: { head?: string }) =>
      onStorage(async (storage, { secretKey }) => {
        const found = await verifyAudit(storage, await openSecretKey(storage, secretKey), head)
        console.log(`entries  ${found.entries}, of which ${found.erased} were erased with their lead`)
        if (found.head !== null) console.log(`newest   ${found.head}`)
        if (found.problems.length > 0) fail(found.problems.join('\n'))
        else console.log('The audit is complete and unchanged.')
      }),
    )
}
