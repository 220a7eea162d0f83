import { useMutation, useQueryClient } from '@tanstack/react-query'
import { quoteSettingsRoutes, type WireQuoteSettings } from '@terrace/contracts/quote-settings'
import { call } from '#web/lib/http/api-client.ts'
import { quoteSettingsQuery } from './settings-query.ts'

export function useChangeQuoteSettings() {
  const cacheSettings = useCacheSettings()
  return useMutation({
    mutationFn: (body: WireQuoteSettings) => call(quoteSettingsRoutes.change, { body }),
    onSuccess: cacheSettings,
  })
}

/** Uploads a base64-encoded logo, or removes it (`null`). */
export function useChangeLogo() {
  const cacheSettings = useCacheSettings()
  return useMutation({
    mutationFn: (base64: string | null) =>
      base64 === null
        ? call(quoteSettingsRoutes.removeLogo)
        : call(quoteSettingsRoutes.changeLogo, { body: { base64 } }),
    onSuccess: cacheSettings,
  })
}

type SettingsResponse = Awaited<ReturnType<typeof call<typeof quoteSettingsRoutes.read>>>

function useCacheSettings() {
  const queryClient = useQueryClient()
  return ({ data }: SettingsResponse) => {
    queryClient.setQueryData(quoteSettingsQuery().queryKey, data)
  }
}
