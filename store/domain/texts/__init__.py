"""Every sentence a person reads, in every language."""
