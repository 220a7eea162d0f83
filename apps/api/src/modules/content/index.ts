export { mountContent } from './content.routes.ts'
export { clearText, setText } from './set-text.ts'
