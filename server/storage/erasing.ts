/** Begins a statement after which SQLite shall take the bytes of what was there off the disk, its log included. */
export const erasing = '/* erasing */'
