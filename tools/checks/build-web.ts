import { ensureWebBuilt } from '../launch/web-build.ts'

await ensureWebBuilt()
