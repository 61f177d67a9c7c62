declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: object)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
