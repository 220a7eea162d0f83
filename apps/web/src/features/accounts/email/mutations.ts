import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

export function useRequestEmailChange() {
  return useEmailMutation((email: string) => call(emailChangeRoutes.request, { body: { email } }))
}

export function useResendEmailChange() {
  return useEmailMutation(() => call(emailChangeRoutes.resend))
}

export function useCancelEmailChange() {
  return useEmailMutation(() => call(emailChangeRoutes.cancel))
}

/** Refreshes also after an error: the link may have been used, or another tab cancelled. */
function useEmailMutation<Input = void>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [emailChangeRoutes.read.name] }),
  })
}
