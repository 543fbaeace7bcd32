/** Tells a listener; rejects with what it throws, at once or, where it is asynchronous, later. */
export async function tellListener<Heard>(listener: (heard: Heard) => void, heard: Heard): Promise<void> {
  await listener(heard)
}
