namespace attn {}
