import { securityRoutes } from '@terrace/contracts/security'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createPasskey } from '#web/features/accounts/second-factor/passkey-client.ts'
import { call } from '#web/lib/http/api-client.ts'

/** Creates a passkey in the browser and adds it. Returns recovery codes with the first second factor. */
export function useAddPasskey() {
  const refresh = useRefreshSecurity()
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const options = await call(securityRoutes.passkeyOptions)
      const credential = await createPasskey(options.data)
      return (await call(securityRoutes.addPasskey, { body: { name, credential } })).data
    },
    onSuccess: refresh,
  })
}

export function useRenamePasskey() {
  const refresh = useRefreshSecurity()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(securityRoutes.renamePasskey, { params: { id }, body: { name } }),
    onSettled: refresh,
  })
}

export function useRemovePasskey() {
  const refresh = useRefreshSecurity()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(securityRoutes.removePasskey, { params: { id } }),
    // Refresh even after an error: it may have been removed elsewhere.
    onSettled: refresh,
  })
}

export function useSetUpApp() {
  return useMutation({ mutationFn: async () => (await call(securityRoutes.setUpApp)).data })
}

export function useConfirmApp() {
  const refresh = useRefreshSecurity()
  return useMutation({
    mutationFn: async (body: { id: string; code: string }) =>
      (await call(securityRoutes.confirmApp, { body })).data,
    onSuccess: refresh,
  })
}

export function useRemoveApp() {
  const refresh = useRefreshSecurity()
  return useMutation({ mutationFn: () => call(securityRoutes.removeApp), onSettled: refresh })
}

export function useCreateRecoveryCodes() {
  const refresh = useRefreshSecurity()
  return useMutation({
    mutationFn: async () => (await call(securityRoutes.createRecoveryCodes)).data.recovery_codes,
    onSuccess: refresh,
  })
}

function useRefreshSecurity() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [securityRoutes.overview.name] })
}
