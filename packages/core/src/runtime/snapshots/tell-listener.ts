/** Calls a listener. Rejects with the error that the listener throws or, if it is asynchronous, rejects with. */
export async function tellListener<Heard>(listener: (heard: Heard) => void, heard: Heard): Promise<void> {
  await listener(heard)
}
