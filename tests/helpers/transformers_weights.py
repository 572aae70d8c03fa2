"""Map our parameters to those of `transformers`' BERT."""


def encoder_modules(encoder, bert):
    """(our module, their module) of the same shapes, in the order of the forward pass."""
    yield encoder.token_embedding, bert.embeddings.word_embeddings
    yield encoder.segment_embedding, bert.embeddings.token_type_embeddings
    yield encoder.embedding_norm[0], bert.embeddings.LayerNorm
    for block, layer in zip(encoder.blks, bert.encoder.layer, strict=True):
        yield block.attention.W_q, layer.attention.self.query
        yield block.attention.W_k, layer.attention.self.key
        yield block.attention.W_v, layer.attention.self.value
        yield block.attention.W_o, layer.attention.output.dense
        yield block.addnorm1.norm, layer.attention.output.LayerNorm
        yield block.ffn[0], layer.intermediate.dense
        yield block.ffn[2], layer.output.dense
        yield block.addnorm2.norm, layer.output.LayerNorm


def pairs_of_modules(ours, theirs):
    """The same for the whole of `BertForPreTraining`."""
    head = theirs.cls
    yield from encoder_modules(ours.encoder, theirs.bert)
    yield ours.hidden[0], theirs.bert.pooler.dense
    yield ours.mlm.transform[0], head.predictions.transform.dense
    yield ours.mlm.transform[2], head.predictions.transform.LayerNorm
    yield ours.mlm.decoder, head.predictions.decoder
    yield ours.nsp.output, head.seq_relationship


def parameters_of_both(ours, theirs):
    """(our parameter, theirs, whether it is transposed)."""
    for one, other in pairs_of_modules(ours, theirs):
        theirs_by_name = dict(other.named_parameters())
        for name, parameter in one.named_parameters():
            # class 0 means "next" there, class 1 here
            yield parameter, theirs_by_name[name], one is ours.nsp.output
    positions = theirs.bert.embeddings.position_embeddings.weight
    yield ours.encoder.pos_embedding, positions, False
