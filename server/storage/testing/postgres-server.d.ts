/** A PostgreSQL server of its own, with real files, on a free port of the loopback interface. */
export interface PostgresServer {
  /** Ends in a slash: a database's name goes behind it. */
  url: string
  /** Makes an empty database and returns its address. */
  database(): Promise<string>
  /** Ends it as a power cut would: at once, without a checkpoint. */
  crash(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}
/** @param durable whether commits wait for the disk: needed only where the test is about just that */
export declare function postgresServer({ durable }?: { durable?: boolean | undefined }): Promise<PostgresServer>
export declare function query(url: string, sql: string): Promise<void>
