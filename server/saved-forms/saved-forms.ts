import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Opened, OpenOrder, SaveOrder } from '#engine/site/page-host.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { openSaved } from './open-saved.ts'
import { type Saving, saveForm } from './save-form.ts'

/** Where pages have forms saved, and opened again. */
export interface SavedForms {
  /** `delayed`: saved, and its link leaves once its address may get another mail. `busy`: storage cannot commit. */
  save: (order: SaveOrder, localOrigin: string | null, log: FastifyBaseLogger) => Promise<'mailed' | 'delayed' | 'busy'>
  open: (order: OpenOrder & { brand: string }, log: FastifyBaseLogger) => Promise<Opened>
}

export function openSavedForms(saving: Saving, registry: Registry): SavedForms {
  const events = new Counter({
    name: 'leadwright_saved_forms_total',
    help: 'Forms that visitors saved for later (saved; delayed: the link leaves when its address has room for it; unwritten), and links to them (opened, asked, gone).',
    labelNames: ['form', 'event'],
    registers: [registry],
  })
  const { storage, hash, now } = saving

  /** @param busy what is told where storage cannot commit */
  async function counted<T extends string | { kind: string }>(
    form: string,
    log: FastifyBaseLogger,
    act: () => Promise<{ told: T; event: string }>,
    busy: T,
  ): Promise<T> {
    try {
      const { told, event } = await act()
      events.inc({ form, event })
      return told
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      log.error({ err: error }, 'storage cannot commit')
      return busy
    }
  }

  return {
    save(order, localOrigin, log) {
      const save = async () => {
        const event = await saveForm(saving, order, localOrigin)
        return { told: event === 'delayed' ? ('delayed' as const) : ('mailed' as const), event }
      }
      return counted<'mailed' | 'delayed' | 'busy'>(order.version.form.id, log, save, 'busy')
    },
    open(order, log) {
      const event = { open: 'opened', asks: 'asked', gone: 'gone' } as const
      const open = async () => {
        const told = await openSaved({ storage, hash, now: now() }, order)
        return { told, event: event[told.kind] }
      }
      return counted<Opened>(order.form, log, open, { kind: 'busy' })
    },
  }
}
