export { defaultSearchApp, installedKeys } from './install-keys.ts'
export type { SearchPort } from './search.port.ts'
