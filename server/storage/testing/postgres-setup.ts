import type { TestProject } from 'vitest/node'
import { openPostgres } from '../postgres/postgres.ts'
import { type PostgresServer, postgresServer, query, template } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Ends in a slash; empty for the tests on SQLite. */
    postgres: string
  }
}

let server: PostgresServer | null = null

/** One server for all tests on PostgreSQL; each test has a database of its own, most a copy of one with all tables. */
export async function setup(project: TestProject): Promise<void> {
  server = await postgresServer()
  await query(`${server.url}postgres`, `CREATE DATABASE ${template}`)
  const opened = await openPostgres(server.url + template)
  if (!opened.ok) throw new Error(opened.reason)
  await opened.storage.close()
  project.provide('postgres', server.url)
}

export async function teardown(): Promise<void> {
  await server?.remove()
}
