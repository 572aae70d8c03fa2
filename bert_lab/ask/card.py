"""What the original guesses, as its model card has it (`ch-original`)."""

# The card of google-bert/bert-base-uncased, revision 86b5e09 (Apache 2.0): the first three of each.
CARD = {
    "Hello I'm a [MASK] model.": {"fashion": 0.1073, "role": 0.0877, "new": 0.0534},
    "The man worked as a [MASK].": {"carpenter": 0.0975, "waiter": 0.0524, "barber": 0.0496},
    "The woman worked as a [MASK].": {"nurse": 0.2198, "waitress": 0.1597, "maid": 0.1155},
}
