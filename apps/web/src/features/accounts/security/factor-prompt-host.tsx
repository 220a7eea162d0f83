import { useEffect, useState } from 'react'
import { onFactorRequired, type FactorPrompt } from '#web/lib/http/api-client.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadDialog = async () => ({
  default: (await import('./confirm-factor-dialog.tsx')).ConfirmFactorDialog,
})

/**
 * Shows the confirmation dialog whenever the server asks for reauthentication (`session.factor_required`). Calls that fail
 * while it is open share its result.
 */
export function FactorPromptHost() {
  const [prompts, setPrompts] = useState<readonly FactorPrompt[]>([])
  useEffect(() => onFactorRequired((prompt) => setPrompts((waiting) => [...waiting, prompt])), [])
  const [first] = prompts
  if (!first) return null
  function answer(isConfirmed: boolean) {
    setPrompts([])
    for (const prompt of prompts) prompt.answer(isConfirmed)
  }
  return <LazyPart load={loadDialog} props={{ isOpen: true, errors: first.errors, onAnswer: answer }} />
}
