"""What `ratscrew doctor` looks at: one part of the table a file, each a function of a machine."""
