"""What every live surface is made of."""
