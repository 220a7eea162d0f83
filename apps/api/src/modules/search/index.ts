export { defaultSearchApp, readSearchKeys } from './search-keys.ts'
export type { SearchPort } from './search.port.ts'
export { mountSearch } from './understanding/understanding.routes.ts'
export { createNameDictionary } from './understanding/name-dictionary.ts'
