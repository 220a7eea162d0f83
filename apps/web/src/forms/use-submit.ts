import { useState } from 'react'

type Submission = { status: 'idle' | 'pending' | 'success' } | { status: 'error'; error: unknown }

/**
 * Runs a form's request and tracks its state, for pages before login, which have no query client. `run` never
 * rejects; failures are in `error`.
 */
export function useSubmit<Input, Output = unknown>(send: (input: Input) => Promise<Output>) {
  const [state, setState] = useState<Submission>({ status: 'idle' })
  return {
    isPending: state.status === 'pending',
    isSuccess: state.status === 'success',
    isError: state.status === 'error',
    error: state.status === 'error' ? state.error : null,
    reset: () => setState({ status: 'idle' }),
    run: async (input: Input, onSuccess?: (output: Output) => void) => {
      setState({ status: 'pending' })
      try {
        const output = await send(input)
        setState({ status: 'success' })
        onSuccess?.(output)
      } catch (error) {
        setState({ status: 'error', error })
      }
    },
  }
}
