import * as theirs from 'mobx'
import { expect, test } from 'vitest'
import * as ours from './mobx.ts'

test.each([
  ['MobX', theirs],
  ['what browsers have in place of it', ours],
] as const)('%s tells of changes of the fields that were read', async (_, { autorun, makeAutoObservable, when }) => {
  class Store {
    isOpen = false
    list: readonly string[] = []
    unread = 0

    constructor() {
      makeAutoObservable(this)
    }

    set(change: Partial<Pick<Store, 'isOpen' | 'list' | 'unread'>>): void {
      Object.assign(this, change)
    }
  }
  const store = new Store()
  const seen: unknown[] = []
  const end = autorun(() => seen.push(store.isOpen ? [...store.list] : 'closed'))
  const opened = when(() => store.isOpen)
  store.set({ list: ['a'] })
  store.set({ unread: 1 })
  store.set({ isOpen: true })
  await opened
  store.set({ isOpen: true })
  store.set({ list: ['b'] })
  store.set({ isOpen: false })
  store.set({ list: ['c'] })
  end()
  store.set({ isOpen: true })
  expect(seen).toEqual(['closed', ['a'], ['b'], 'closed'])
})
