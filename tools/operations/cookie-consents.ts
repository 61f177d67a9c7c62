import type { Command } from 'commander'
import { type Choice, choicesOf } from '#server/cookie-consents'
import { fail } from '../terminal/print-lines.ts'
import { onStorage } from '../terminal/storage.ts'

export function cookieConsentsCommand(consents: Command): void {
  consents
    .command('show')
    .description('Print the choices recorded under the number that a visitor sees in the cookie settings.')
    .argument('<id>', 'the complete number; abbreviations are not accepted')
    .option('--json', 'print one JSON object per line', false)
    .action((id: string, { json }: { json: boolean }) =>
      onStorage(async (storage) => {
        const choices = await choicesOf(storage, id.trim().toLowerCase())
        if (choices.length === 0) return fail('No choice is recorded under this number.')
        for (const choice of choices)
          console.log(
            json ? JSON.stringify({ ...choice, categories: JSON.parse(choice.categories) }) : document(choice),
          )
      }),
    )
}

function document({ number, action, categories, brand, locale, given_at: at, text_hash: hash, text }: Choice): string {
  const agreed = (JSON.parse(categories) as string[]).join(', ')
  return `Choice ${number}: ${action}
  consented to ${agreed || 'nothing'}
  time         ${at}
  shown in     ${locale}, by the brand ${brand}
  text         ${hash}

${(text ?? 'The text is not stored.').replaceAll(/^(?=.)/gm, '    ')}
`
}
