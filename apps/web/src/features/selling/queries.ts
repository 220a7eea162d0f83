import {
  sellerAccountRoutes,
  type SellerDetailsChangeInput,
  type SellerDetailsInput,
  type WireSellerAccount,
} from '@terrace/contracts/seller-account'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

const queryKey = [sellerAccountRoutes.read.name]

/** The team's application to sell, and its limits once it sells. */
export function sellerAccountQuery() {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call(sellerAccountRoutes.read, { signal })).data,
  })
}

/** What a team agrees to when it applies to sell. */
export function sellerTermsQuery() {
  return queryOptions({
    queryKey: [sellerAccountRoutes.terms.name],
    queryFn: async ({ signal }) => (await call(sellerAccountRoutes.terms, { signal })).data,
  })
}

/** Every change returns the whole account. */
function useChange<Input>(change: (input: Input) => Promise<{ data: WireSellerAccount }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => queryClient.setQueryData(queryKey, data),
  })
}

export const useSaveApplication = () =>
  useChange((body: SellerDetailsInput) => call(sellerAccountRoutes.save, { body }))

/** Saves what was typed, and submits it with the agreement to a version of the seller terms. */
export const useSubmitApplication = () =>
  useChange(async ({ details, termsVersion }: { details: SellerDetailsInput; termsVersion: string }) => {
    await call(sellerAccountRoutes.save, { body: details })
    return call(sellerAccountRoutes.submit, { body: { terms_version: termsVersion } })
  })

export const useChangeDetails = () =>
  useChange((body: SellerDetailsChangeInput) => call(sellerAccountRoutes.changeDetails, { body }))

export const useWithdrawChange = () => useChange(() => call(sellerAccountRoutes.withdrawChange))

export const useAddDocument = () =>
  useChange(async (file: File) =>
    call(sellerAccountRoutes.addDocument, {
      body: { name: file.name.slice(0, 120), base64: await base64Of(file) },
    }),
  )

export const useRemoveDocument = () =>
  useChange((id: string) => call(sellerAccountRoutes.removeDocument, { params: { document_id: id } }))

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : ''),
    )
    reader.addEventListener('error', () =>
      reject(new Error('The file can’t be read', { cause: reader.error })),
    )
    reader.readAsDataURL(file)
  })
}
