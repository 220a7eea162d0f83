import { mkdir, writeFile } from 'node:fs/promises'
import { configurationGuide } from '#api/config/guide.ts'

const folder = new URL('../../../../docs/guides/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('configuration.md', folder), configurationGuide())
