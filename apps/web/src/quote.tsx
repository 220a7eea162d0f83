import './styles/app.css'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { loadEnv } from './lib/env.ts'
import Quote from './routes/quote.tsx'
import { StartFailed } from './ui/start-failed.tsx'

// As in main.tsx: the content security policy forbids what zod would try.
config({ jitless: true })

const element = document.querySelector('#root')
if (!element) throw new Error('quote.html has no #root')
const root = createRoot(element)

try {
  await loadEnv()
  root.render(<Quote pathname={location.pathname} />)
} catch (error) {
  console.error('The quote could not be started:', error)
  root.render(<StartFailed />)
}
