import { ensureWebBuilt } from '../launch/web/web-build.ts'

await ensureWebBuilt()
