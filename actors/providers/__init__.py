"""Who makes the pictures of a pack: adapters behind one protocol."""
