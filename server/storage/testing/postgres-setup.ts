import type { TestProject } from 'vitest/node'
import { type PostgresServer, postgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Ends in a slash; empty for the tests on SQLite. */
    postgres: string
  }
}

let server: PostgresServer | null = null

/** One server for all tests on PostgreSQL; each test has a database of its own. */
export async function setup(project: TestProject): Promise<void> {
  server = await postgresServer()
  project.provide('postgres', server.url)
}

export async function teardown(): Promise<void> {
  await server?.remove()
}
